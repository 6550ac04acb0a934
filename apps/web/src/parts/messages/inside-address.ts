/** Returns the address from `#` on if a link leads into the application at `here`, else undefined. */
export function insideAddress(href: string, here: string): string | undefined {
  if (!URL.canParse(href, here)) return undefined
  const { origin, pathname, search, hash } = new URL(href, here)
  const isHere = origin === new URL(here).origin && pathname === '/' && search === ''
  return isHere && hash !== '' ? hash : undefined
}
