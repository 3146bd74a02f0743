/** What a picture of a state is called, before its look. */
export const toFileName = (state: string): string =>
  state
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')
