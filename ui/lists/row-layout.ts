/** Where the rows of a long list stand: one height for all but the open one, so that every place is known unmeasured. */
export interface Section {
  /** Height of its head in px; 0 for none. */
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
  /** By so many px it is taller than the others. */
  extra: number
}

export interface RowLayout {
  /** Rows. */
  total: number
  /** px, heads included. */
  height: number
  openRow: number | undefined
  topOf(row: number): number
  /** Where its head begins. px */
  topOfSection(section: number): number
  /** The section of a row, or the nearest one. */
  sectionOf(row: number): number
  /** The row at a height, or the nearest one. */
  rowAt(y: number): number
  headsIn(from: number, to: number): Head[]
}

/** Rows of one height, one below the other; the first ones of a section have its head above them. */
interface Block {
  section: number
  /** px */
  y: number
  head: number
  /** Index of the first row, and how many there are. */
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
