/** The language in which the page shows Billfold. */
import { showTexts, type Texts } from './catalogue.ts'
import { createPageSignal } from './page-signal.ts'

export interface LanguageOptions {
  /**
   * The language of all texts, which also decides their direction. BCP 47, such as `de` or `pt-BR`. The modal and the
   * portfolio of a page share one language. Default: English, in the page's direction.
   */
  language?: string
  /**
   * Texts that replace Billfold's own, or a function that loads such texts. The type `Texts` of `billfold/texts` lists
   * their names.
   */
  texts?: Texts | (() => Promise<Texts | { readonly default: Texts }>)
}

/** The page's language; `tag` is undefined if the page chose none. While a language loads, the previous texts stay. */
export const language = createPageSignal<{ tag: string | undefined; isLoading: boolean }>({
  tag: undefined,
  isLoading: false,
})

let chosen: LanguageOptions = {}
let loading: Promise<void> | undefined

export function isLanguageGiven({ language: tag, texts }: LanguageOptions): boolean {
  return tag !== undefined || texts !== undefined
}

/** Sets the page's language and texts. Replaces the previous choice. */
export function chooseLanguage(options: LanguageOptions): void {
  chosen = options
  loading = undefined
  void loadLanguage()
}

/**
 * Resolves when the texts of the chosen language are shown or their load has failed. After a failure, the previous
 * texts stay, and the next call tries again.
 */
export function loadLanguage(): Promise<void> {
  loading ??= load(chosen).catch((error: unknown) => {
    console.error(error)
    loading = undefined
    language.value = { ...language.peek(), isLoading: false }
  })
  return loading
}

async function load(wanted: LanguageOptions): Promise<void> {
  const { language: tag, texts } = wanted
  if (!tag && !texts) return show(undefined)
  language.value = { tag: language.peek().tag, isLoading: true }
  const [built, own] = await Promise.all([
    tag ? import('#languages').then(({ loadTexts }) => loadTexts(tag)) : undefined,
    typeof texts === 'function' ? texts() : texts,
  ])
  if (wanted !== chosen) return
  show(tag, built, own && isModule(own) ? own.default : own)
}

function show(tag: string | undefined, ...layers: readonly (Texts | undefined)[]): void {
  showTexts(...layers)
  language.value = { tag, isLoading: false }
}

function isModule(own: Texts | { readonly default: Texts }): own is { readonly default: Texts } {
  return 'default' in own
}
