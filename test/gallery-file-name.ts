/** File name of a state's pictures, without theme and direction. */
export const toFileName = (state: string): string =>
  state
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
