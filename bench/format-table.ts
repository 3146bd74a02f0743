/** Formats the results as a table, each with its budget. */
import { judge } from './budgets.ts'
import type { Result } from './result.ts'

export function formatTable(results: readonly Result[]): string {
  const rows = results.map((result) => {
    const { scenario, n, throttle, metric, unit, median, min, max } = result
    return [
      scenario,
      n === undefined ? '' : n.toLocaleString('en'),
      throttle === undefined ? '' : `${throttle}×`,
      metric,
      unit,
      String(median),
      `${min} to ${max}`,
      judge(result)?.text ?? '',
    ]
  })
  const all = [['scenario', 'n', 'throttle', 'metric', 'unit', 'median', 'min to max', 'budget'], ...rows]
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)))
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
