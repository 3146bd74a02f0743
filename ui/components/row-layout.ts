/** Where the rows of a long list stand: one height for all, so that every place is known without measuring. */
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

export interface RowLayout {
  /** Rows. */
  total: number
  /** px */
  rowHeight: number
  /** px, heads included. */
  height: number
  topOf(row: number): number
  /** The row at a height, or the nearest one. */
  rowAt(y: number): number
  headsIn(from: number, to: number): Head[]
  /** The row that is taller than the others. */
  openRow: number | undefined
}

/** `open`: one row that is taller than the others by `extra` px. */
export function createRowLayout(
  sections: readonly Section[],
  rowHeight: number,
  open: { index: number; extra: number } | undefined,
): RowLayout {
  const starts: { row: number; y: number; head: number }[] = []
  let total = 0
  let y = 0
  for (const { head, rows } of sections) {
    starts.push({ row: total, y, head })
    total += rows
    y += head + rows * rowHeight
  }
  const extra = open?.extra ?? 0
  const openRow = open?.index ?? Number.POSITIVE_INFINITY
  const shift = (row: number) => (row > openRow ? extra : 0)
  const headTop = ({ row, y: at }: { row: number; y: number }) => at + shift(row)

  /** Last section that starts at or before. */
  function find(isAfter: (start: { row: number; y: number; head: number }) => boolean): number {
    let low = 0
    let high = starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (isAfter(starts[middle]!)) high = middle
      else low = middle + 1
    }
    return Math.max(0, low - 1)
  }

  return {
    total,
    rowHeight,
    openRow: open?.index,
    height: y + (total > 0 && openRow < total ? extra : 0),
    topOf(row) {
      const start = starts[find((other) => other.row > row)]
      return start ? start.y + start.head + (row - start.row) * rowHeight + shift(row) : 0
    },
    rowAt(at) {
      const start = starts[find((other) => headTop(other) > at)]
      if (!start || total === 0) return 0
      const inside = at - start.y - start.head - shift(start.row)
      let row = start.row + Math.floor(inside / rowHeight)
      if (row > openRow && start.row <= openRow) {
        row = Math.max(openRow, start.row + Math.floor((inside - extra) / rowHeight))
      }
      return Math.max(start.row === total ? total - 1 : start.row, Math.min(total - 1, row), 0)
    },
    headsIn(from, to) {
      const found: Head[] = []
      for (let section = find((other) => headTop(other) > from); section < starts.length; section++) {
        const start = starts[section]!
        const at = headTop(start)
        if (at >= to) break
        if (start.head > 0 && at + start.head > from) found.push({ section, y: at })
      }
      return found
    },
  }
}
