/** Number of cases of a property test: few in `npm test`, all in `npm run test:all`, or `PBT_RUNS`. */
export function propertyRuns(all: number): number {
  const asked = process.env['PBT_RUNS']
  if (asked === undefined) return Math.min(all, Math.max(25, Math.round(all / 20)))
  return asked === 'full' ? all : Number(asked)
}
