/** The stored parts of a list after a change of some of its rows. What did not change is neither read nor written. */
import { encodeChunk } from './chunk-text.ts'
import { type Entry, getRuns } from './order.ts'
import { countRows, joinParts, type Part, type PartPlace, placeParts, type Segment } from './segment.ts'
import { toFingerprint } from '../fingerprint.ts'
import { applyTo, type Splice } from './splice.ts'

/** About 60 KB: Chromium puts values of more than 64 KB into files of their own, and takes half as long again. */
const CHUNK_SIZE = 250
/** Chunks grow to this size before they are split. */
const MOST_IN_CHUNK = 270
/** From this size on, what is appended begins a new chunk, so that a chunk is written once. */
const FULL = 150
/** Smaller ones join their neighbour when both are written anyway. */
const LEAST_IN_CHUNK = 60
/** Chunks in a segment before it is split in two. */
const MOST_IN_SEGMENT = 32

export interface RewriteOptions {
  /** With which the names of new parts begin. */
  prefix: string
  /** Names the time zone of the group codes. */
  zone: string
  getSegment(segment: PartPlace): Promise<Segment>
  getChunk(chunk: PartPlace): Promise<readonly Entry[]>
  getGroup(order: number): number
}

export interface Rewritten {
  segments: readonly Part[]
  /** By name. */
  newSegments: ReadonlyMap<string, Segment>
  newChunks: ReadonlyMap<string, { text: string; entries: readonly Entry[] }>
  /** Names of the parts that are no more. */
  gone: readonly string[]
}

/** A chunk that stays or is new. */
interface Draft {
  part: Part
  fingerprints: Uint32Array
}

/** @param splices arranged; see splice.ts. */
export async function rewrite(
  before: readonly Part[],
  splices: readonly Splice[],
  { prefix, zone, getSegment, getChunk, getGroup }: RewriteOptions,
): Promise<Rewritten> {
  const newSegments = new Map<string, Segment>()
  const newChunks = new Map<string, { text: string; entries: readonly Entry[] }>()
  const gone: string[] = []
  const total = countRows(before)
  const nextName = () => `${prefix}-${newSegments.size + newChunks.size + 1}`

  function toChunk(entries: readonly Entry[]): Draft {
    const name = nextName()
    const text = encodeChunk(entries)
    newChunks.set(name, { text, entries })
    const part: Part = {
      name,
      count: entries.length,
      bytes: text.length,
      first: entries[0]!.order,
      last: entries.at(-1)!.order,
      groups: getRuns(entries, getGroup),
    }
    return { part, fingerprints: Uint32Array.from(entries, ({ item }) => toFingerprint(item.id)) }
  }

  function toSegment(drafts: readonly Draft[]): Part {
    const chunks = drafts.map(({ part }) => part)
    const fingerprints = new Uint32Array(countRows(chunks))
    let at = 0
    for (const draft of drafts) {
      fingerprints.set(draft.fingerprints, at)
      at += draft.part.count
    }
    const name = nextName()
    newSegments.set(name, { chunks, fingerprints, zone })
    return joinParts(name, chunks)
  }

  /** @param isEnd of the list: where that is only ever appended to, segments stay full. */
  function toSegments(pieces: readonly (Draft | readonly Entry[])[], isEnd: boolean): Part[] {
    const drafts = pieces.flatMap((piece) =>
      'part' in piece ? [piece] : split(piece, MOST_IN_CHUNK, CHUNK_SIZE).map(toChunk),
    )
    const whole = isEnd ? cut(drafts, MOST_IN_SEGMENT) : split(drafts, MOST_IN_SEGMENT, MOST_IN_SEGMENT / 2)
    return whole.map(toSegment)
  }

  /** The chunks of a segment: those that stay, and the rows of those that change. */
  async function changeChunks(segment: PartPlace, own: readonly Splice[]) {
    const { chunks, fingerprints } = await getSegment(segment)
    const pieces: (Draft | readonly Entry[])[] = []
    for (const chunk of placeParts(chunks, segment)) {
      const { part, start } = chunk
      const changes = getOwn(own, chunk, total)
      const isAppended = changes.length === 1 && changes[0]!.at === start + part.count && part.count >= FULL
      if (changes.length === 0 || isAppended) {
        const from = start - segment.start
        pieces.push({ part, fingerprints: fingerprints.subarray(from, from + part.count) })
        if (isAppended) pieces.push(changes[0]!.added)
      } else {
        gone.push(part.name)
        // One that goes as a whole is not read: it may be what is broken.
        if (!isWhole(changes, chunk)) pushJoined(pieces, applyTo(await getChunk(chunk), start, changes))
      }
    }
    return pieces
  }

  const segments: Part[] = []
  for (const segment of placeParts(before)) {
    const own = getOwn(splices, segment, total)
    if (own.length === 0) segments.push(segment.part)
    else {
      gone.push(segment.part.name)
      // What only a broken segment names stays behind, and goes with the whole list.
      if (!isWhole(own, segment))
        segments.push(...toSegments(await changeChunks(segment, own), segment.part === before.at(-1)))
      else gone.push(...(await getSegment(segment).catch(() => none)).chunks.map(({ name }) => name))
    }
  }
  if (before.length === 0)
    segments.push(
      ...toSegments(
        splices.map(({ added }) => added),
        true,
      ),
    )
  return { segments, newSegments, newChunks, gone }
}

const none: Pick<Segment, 'chunks'> = { chunks: [] }

/** What comes behind the last row belongs to the last part. */
function getOwn(splices: readonly Splice[], { part, start }: PartPlace, total: number): readonly Splice[] {
  const end = start + part.count
  return splices.filter(({ at }) => at >= start && (at < end || (end === total && at === end)))
}

function isWhole([splice, ...others]: readonly Splice[], { part, start }: PartPlace): boolean {
  return (
    others.length === 0 && splice?.at === start && splice.removed === part.count && splice.added.length === 0
  )
}

/** Small chunks join their neighbour where both are written anyway; empty ones vanish. */
function pushJoined(pieces: (Draft | readonly Entry[])[], entries: readonly Entry[]): void {
  const last = pieces.at(-1)
  const isJoined = last && !('part' in last) && Math.min(last.length, entries.length) < LEAST_IN_CHUNK
  if (isJoined) pieces[pieces.length - 1] = last.concat(entries)
  else if (entries.length > 0) pieces.push(entries)
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
