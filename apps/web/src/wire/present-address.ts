/** Returns the present fragment. `location.hash` is decoded in part by browsers, so it is cut out of the whole. */
export const presentAddress = (): string => {
  const at = location.href.indexOf('#')
  return at < 0 ? '' : location.href.slice(at)
}
