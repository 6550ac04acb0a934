/** Changes the first entry that matches. Returns the list itself if none does, or if the entry stays the same. */
export function changeOne<T>(list: T[], matches: (entry: T) => boolean, change: (entry: T) => T): T[] {
  const index = list.findIndex(matches)
  const old = list[index]
  if (index < 0 || old === undefined) return list
  const next = change(old)
  return next === old ? list : list.with(index, next)
}

/** Filters a list. Returns the list itself if everything stays. */
export function keepOnly<T>(list: T[], stays: (entry: T) => boolean): T[] {
  const rest = list.filter(stays)
  return rest.length === list.length ? list : rest
}
