/**
 * Computes the positions of the rows in a long list. All rows except the open one have the same height, so no row is
 * measured.
 */
export interface Section {
  /** Height of the section's heading in px; 0 if it has none. */
  head: number
  /** Number of rows. */
  rows: number
}

export interface Head {
  section: number
  /** px */
  y: number
}

export interface OpenRow {
  index: number
  /** By how much the open row is taller than the others. px */
  extra: number
}

export interface RowLayout {
  /** Number of rows. */
  total: number
  /** Total height of the list, including headings. px */
  height: number
  openRow: number | undefined
  topOf(row: number): number
  /** Position at which the section begins with its heading. px */
  topOfSection(section: number): number
  /** The section of a row; for a row beyond the ends, the nearest section. */
  sectionOf(row: number): number
  /** The row at the position `y` (px); beyond the ends, the nearest row. */
  rowAt(y: number): number
  headsIn(from: number, to: number): Head[]
}

/** Consecutive rows of the same height. The first block of a section includes its heading. */
interface Block {
  section: number
  /** px */
  y: number
  head: number
  /** `first`: index of the first row. `rows`: number of rows. */
  first: number
  rows: number
  rowHeight: number
}

/** @param rowHeight px */
export function createRowLayout(
  sections: readonly Section[],
  rowHeight: number,
  open: OpenRow | undefined,
): RowLayout {
  const blocks: Block[] = []
  let total = 0
  let height = 0

  function add(section: number, head: number, rows: number, rowHeight: number): void {
    blocks.push({ section, y: height, head, first: total, rows, rowHeight })
    total += rows
    height += head + rows * rowHeight
  }

  for (const [section, { head, rows }] of sections.entries()) {
    const before = open ? open.index - total : -1
    if (!open || before < 0 || before >= rows) {
      add(section, head, rows, rowHeight)
    } else {
      add(section, head, before, rowHeight)
      add(section, 0, 1, rowHeight + open.extra)
      add(section, 0, rows - before - 1, rowHeight)
    }
  }
  const filled = blocks.filter(({ rows }) => rows > 0)
  const blockOf = (row: number) => filled.findLast(({ first }) => first <= row)

  return {
    total,
    height,
    openRow: open?.index,
    topOf(row) {
      const block = blockOf(row)
      return block ? block.y + block.head + (row - block.first) * block.rowHeight : 0
    },
    topOfSection: (section) => blocks.find((block) => block.section === section)?.y ?? 0,
    sectionOf: (row) => blockOf(row)?.section ?? 0,
    rowAt(at) {
      const block = filled.findLast(({ y }) => y <= at) ?? filled[0]
      if (!block) return 0
      const row = Math.floor((at - block.y - block.head) / block.rowHeight)
      return block.first + Math.max(0, Math.min(block.rows - 1, row))
    },
    headsIn: (from, to) =>
      blocks
        .filter(({ y, head }) => head > 0 && y < to && y + head > from)
        .map(({ section, y }) => ({ section, y })),
  }
}
