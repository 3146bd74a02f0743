/** The language in which a page shows Billfold. */
import { showTexts, type Texts } from './catalogue.ts'
import { createPageSignal } from './page-signal.ts'

export interface LanguageOptions {
  /**
   * BCP 47, such as `de` or `pt-BR`: the language of all texts, and with it their direction. A page has one, for the modal
   * and the portfolio. Default: English, in the page's direction.
   */
  language?: string
  /** Texts that replace Billfold's own, or a function that loads them. `Texts` of `billfold/texts` has their names. */
  texts?: Texts | (() => Promise<Texts | { readonly default: Texts }>)
}

/** `tag`: undefined if the page chose none. While a language loads, the previous texts stay. */
export const language = createPageSignal<{ tag: string | undefined; isLoading: boolean }>({
  tag: undefined,
  isLoading: false,
})

let chosen: LanguageOptions = {}
let loading: Promise<void> | undefined

export function isLanguageGiven({ language: tag, texts }: LanguageOptions): boolean {
  return tag !== undefined || texts !== undefined
}

/** Replaces the previous choice. */
export function chooseLanguage(options: LanguageOptions): void {
  chosen = options
  loading = undefined
  void loadLanguage()
}

/**
 * Resolves when the chosen language is shown or could not be loaded; a failure keeps the texts, and the next call tries
 * again.
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
