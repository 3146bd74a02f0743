/** Fixtures with one to five of their nodes replaced by other values, for property tests. */
import * as fc from 'fast-check'

const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    '0',
    -1,
    Number.POSITIVE_INFINITY,
    true,
    [],
    {},
    '<b>',
    'NaN',
    '1e400',
    '-1',
    '300',
    'eip155:1',
  ),
  fc.jsonValue(),
)

export function mutate(fixture: unknown): fc.Arbitrary<unknown> {
  const change = fc.record({ at: fc.nat(10_000), by: junk, removes: fc.boolean() })
  return fc.array(change, { minLength: 1, maxLength: 5 }).map((changes) => {
    const root = { root: structuredClone(fixture) }
    for (const { at, by, removes } of changes) {
      const nodes = list(root)
      const node = nodes[at % nodes.length]
      if (!node) continue
      if (removes && !Array.isArray(node.parent)) delete node.parent[node.key]
      else node.parent[node.key] = structuredClone(by)
    }
    return root.root
  })
}

interface Node {
  parent: Record<string, unknown>
  key: string
}

function list(value: unknown): Node[] {
  if (typeof value !== 'object' || value === null) return []
  const parent = value as Record<string, unknown>
  return Object.keys(parent).flatMap((key) => [{ parent, key }, ...list(parent[key])])
}
