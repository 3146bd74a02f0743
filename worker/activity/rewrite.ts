/** The stored parts of a list after a change of some of its rows. What did not change is neither read nor written. */
import { toFingerprint } from '../fingerprint.ts'
import { encodeChunk } from './chunk-text.ts'
import { type Entry, getRuns } from './order.ts'
import { countRows, joinParts, type Part, type PartList, type PartPlace, placeParts } from './parts.ts'
import { applyTo, type Splice } from './splice.ts'
import type { NewParts, Tree } from './tree.ts'

/** About 60 KB: Chromium puts values of more than 64 KB into files of their own, and takes half as long again. */
const CHUNK_SIZE = 250
/** Chunks grow to this size before they are split. */
const MOST_IN_CHUNK = 270
/** From this size on, what is appended begins a new chunk, so that a chunk is written once. */
const FULL = 150
/** Chunks in a segment before it is split in two. */
const MOST_IN_SEGMENT = 32

export interface RewriteOptions {
  /** With which the names of new parts begin. */
  prefix: string
  tree: Pick<Tree, 'getChunk' | 'getParts'>
  /** Group code of an order; see order.ts. */
  getGroup(order: number): number
  /** A part that cannot be read, and goes. What only a segment names stays behind then, until the whole list goes. */
  lost?: string | undefined
}

export interface Rewritten extends PartList, NewParts {
  /** Names of the parts that are no more. */
  gone: readonly string[]
}

/** A part that stays, or rows that are to be stored. */
type Piece = Part | readonly Entry[]

/** @param splices arranged; see splice.ts. */
export async function rewrite(
  { parts, zone }: PartList,
  splices: readonly Splice[],
  { prefix, tree, getGroup, lost }: RewriteOptions,
): Promise<Rewritten> {
  const newSegments = new Map<string, PartList>()
  const newChunks = new Map<string, { text: string; entries: readonly Entry[] }>()
  const gone: string[] = []
  const total = countRows(parts)
  const nextName = () => `${prefix}-${newSegments.size + newChunks.size + 1}`

  function toChunk(entries: readonly Entry[]): Part {
    const name = nextName()
    const text = encodeChunk(entries)
    newChunks.set(name, { text, entries })
    return {
      name,
      count: entries.length,
      bytes: text.length,
      first: entries[0]!.order,
      last: entries.at(-1)!.order,
      groups: getRuns(entries, getGroup),
      prints: Uint32Array.from(entries, ({ item }) => toFingerprint(item.id)),
    }
  }

  /** @param isEnd of the list: where that is only ever appended to, segments stay full. */
  function toSegments(pieces: readonly Piece[], isEnd: boolean): Part[] {
    const chunks = pieces.flatMap((piece) =>
      isPart(piece) ? [piece] : split(piece, MOST_IN_CHUNK, CHUNK_SIZE).map(toChunk),
    )
    const whole = isEnd ? cut(chunks, MOST_IN_SEGMENT) : split(chunks, MOST_IN_SEGMENT, MOST_IN_SEGMENT / 2)
    return whole.map((some) => {
      const name = nextName()
      newSegments.set(name, { parts: some, zone })
      return joinParts(name, some)
    })
  }

  async function change(places: readonly PartPlace[], among: readonly Splice[]): Promise<Piece[]> {
    const pieces: Piece[] = []
    for (const place of places) {
      const { part, start } = place
      const end = start + part.count
      const own = among.filter(({ at }) => at >= start && (at < end || (end === total && at === end)))
      if (own.length === 0) pieces.push(part)
      else if (isAppended(own, place)) pieces.push(part, own[0]!.added)
      else {
        gone.push(part.name)
        if (part.name === lost) continue
        if (part.prints) {
          const left = applyTo(await tree.getChunk(place), start, own)
          if (left.length > 0) pieces.push(left)
        } else {
          const inner = placeParts(await tree.getParts(place), place)
          pieces.push(...toSegments(await change(inner, own), end === total))
        }
      }
    }
    return pieces
  }

  const pieces =
    parts.length > 0 ? await change(placeParts(parts), splices) : splices.map(({ added }) => added)
  return {
    parts: pieces.every(isPart) ? pieces : toSegments(pieces, true),
    zone,
    newSegments,
    newChunks,
    gone,
  }
}

function isPart(piece: Piece): piece is Part {
  return 'name' in piece
}

/** What comes behind the rows of a full chunk, at the end of the list. */
function isAppended([splice, ...others]: readonly Splice[], { part, start }: PartPlace): boolean {
  return others.length === 0 && !!part.prints && part.count >= FULL && splice?.at === start + part.count
}

function split<T>(items: readonly T[], most: number, size: number): (readonly T[])[] {
  const pieces = items.length <= most ? 1 : Math.ceil(items.length / size)
  return cut(items, Math.ceil(items.length / pieces))
}

function cut<T>(items: readonly T[], size: number): (readonly T[])[] {
  const pieces: (readonly T[])[] = []
  for (let at = 0; at < items.length; at += size) pieces.push(items.slice(at, at + size))
  return pieces
}
