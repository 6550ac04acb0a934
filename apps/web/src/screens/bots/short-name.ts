/** Most letters of a bot’s short name. */
export const longestShortName = 60

/** Suggests the first part of a bot’s address for its name. */
export const shortNameFor = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, longestShortName)
    .replace(/-+$/, '')
