/** Prefix of a resolved topic's name. */
export const resolvedPrefix = '✔ '

/** Removes the mark of a resolved topic, however often it is there. */
export const withoutResolved = (topic: string) => topic.replace(/^(✔\s*)+/u, '')

export const isResolved = (topic: string) => topic.startsWith(resolvedPrefix)

/** Tells whether two topics differ only in being resolved. */
export const onlyResolves = (from: string, to: string) =>
  isResolved(from) !== isResolved(to) && withoutResolved(from) === withoutResolved(to)
