/** What people read of an error: the catalogue's text for its code, or words that others gave. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where the words of others are drawn or looked for, and whose they are. */
const wordsOfOthers: Readonly<Record<string, string>> = {
  'ui/reason.tsx':
    'whoever refused: a wallet, the sign-in site, the API, the page; under their name, in an element of their own',
  'ui/payments/review.tsx': 'the wallet that refused a payment, behind its name',
  'ui/names/explain-failure.ts': 'only looks whether the API gave a reason (A172)',
}

/** Where an error's message itself is drawn, and why. */
const messagesOfOthers: Readonly<Record<string, string>> = {
  'ui/account/account-settings.tsx': 'what the page’s own code for signing out throws is in the page’s words',
}

interface Node {
  type: string
  [key: string]: unknown
}

describe('[G63] a person never reads the message of an error, which is for the console', () => {
  const files = listSources('ui')

  test('there is something to read', () => expect(files.length).toBeGreaterThan(150))

  test('in no view', () => {
    expect(files.filter((file) => readsMessage(file, read(file)))).toEqual(Object.keys(messagesOfOthers))
  })

  test('in no message over the card that the shell shows', () => {
    const shown = listSources('src').flatMap((file) =>
      findAll(parse(file, read(file)), isSnackMessage).map((value) => [file, value['type']]),
    )
    expect(shown.length).toBeGreaterThan(5)
    // A code with what it names, or a record whose code is told: never a text of its own.
    expect(shown.filter(([, type]) => type === 'Literal' || type === 'TemplateLiteral')).toEqual([])
    expect(shown.filter(([, type]) => type === 'MemberExpression')).toEqual([])
  })

  test('but words of others where they are named', () => {
    const looking = files.filter((file) => /\bgetSaid\(|\['said'\]|\bsaid\b.*\} = /.test(read(file)))
    expect(looking.filter((file) => file !== 'ui/explain-error.ts')).toEqual(
      Object.keys(wordsOfOthers).sort(),
    )
  })

  test.each([
    'const words = <p>{error.message}</p>',
    'const words = <p>{attempt.error?.message ?? texts.none}</p>',
    'const words = toErrorRecord(error).message',
    'const { code, message } = toErrorRecord(error)',
    'const { message: words } = error',
    'function say({ message }: ErrorRecord) { return message }',
    'const words = <p>{String(error)}</p>',
    'const words = `${error}`',
  ])('this is found: %s', (source) => expect(readsMessage('ui/probe.tsx', source)).toBe(true))

  test.each([
    'const words = <p>{texts.message}</p>',
    'const { message } = snack',
    'const { message } = offer',
    'function Say({ message }: { message: string }) { return message }',
  ])('this is none: %s', (source) => expect(readsMessage('ui/probe.tsx', source)).toBe(false))
})

function listSources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

function parse(file: string, source: string): Node {
  return parseSync(file, source).program as unknown as Node
}

/** Of a catalogue, of a text to be signed, or of the messages over the card. */
const NOT_ERRORS = /^(texts|snack|offer|props|\w*[sS]tate|request|data)$/

function readsMessage(file: string, source: string): boolean {
  const text = ({ start, end }: Node) => source.slice(start as number, end as number)
  return (
    findAll(parse(file, source), (node) => {
      if (node.type === 'MemberExpression') {
        const { object, property, computed } = node as unknown as {
          object: Node
          property: Node
          computed: boolean
        }
        return !computed && property['name'] === 'message' && !NOT_ERRORS.test(text(object))
      }
      if (node.type === 'VariableDeclarator') {
        const { id, init } = node as unknown as { id: Node; init: Node | null }
        return takesMessage(id) && !NOT_ERRORS.test(init ? text(init) : '')
      }
      // A parameter: by its type.
      if (node.type === 'ObjectPattern' && node['typeAnnotation'])
        return takesMessage(node) && /Error|Attempt/.test(text(node['typeAnnotation'] as Node))
      if (node.type === 'CallExpression') {
        const { callee, arguments: given } = node as unknown as { callee: Node; arguments: Node[] }
        return callee['name'] === 'String' && given.some((one) => /[eE]rror$/.test(text(one)))
      }
      if (node.type === 'TemplateLiteral')
        return (node['expressions'] as Node[]).some((one) => /^\w*[eE]rror$/.test(text(one)))
      return false
    }).length > 0
  )
}

function takesMessage(pattern: Node): boolean {
  if (pattern.type !== 'ObjectPattern') return false
  return (pattern['properties'] as Node[]).some(
    (one) => (one['key'] as Node | undefined)?.['name'] === 'message',
  )
}

/** What stands as `message` beside a `variant`. */
function isSnackMessage(node: Node, parents: readonly Node[]): boolean {
  const [object, property] = parents.slice(-2)
  if (property?.type !== 'Property' || (property['key'] as Node)['name'] !== 'message') return false
  if (property['value'] !== node || object?.type !== 'ObjectExpression') return false
  return (object['properties'] as Node[]).some(
    (one) => (one['key'] as Node | undefined)?.['name'] === 'variant',
  )
}

function findAll(
  node: Node,
  test: (node: Node, parents: readonly Node[]) => boolean,
  parents: readonly Node[] = [],
): Node[] {
  const found = test(node, parents) ? [node] : []
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) found.push(...findAll(child, test, [...parents, node]))
  return found
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}
