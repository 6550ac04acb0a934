/** The alert words of one user. */
export interface AlertWordList {
  readonly userId: number
  readonly words: readonly string[]
}

/** The alert words of many users in one structure. Build it once and keep it until a word changes. */
export interface AlertWords {
  /** Returns the ids of the users whose alert words the text contains, ascending. */
  find(text: string): number[]
}

interface Node {
  readonly next: Map<string, Node>
  readonly userIds: number[]
}

const before = new Set(' \n("\'.,;[*`>')
const after = new Set(' \n)"\'?:.,;]!*`')

/**
 * Prepares alert words for searching. Case does not matter. A word may contain spaces. It counts if it stands alone: at
 * an end of the text, or beside whitespace, punctuation or the marks of bold, quote and code, but not inside an
 * address. Searching takes time linear in the text times the length of the longest word.
 */
export function compileAlertWords(lists: readonly AlertWordList[]): AlertWords {
  const root: Node = { next: new Map(), userIds: [] }
  for (const { userId, words } of lists) {
    for (const word of words) {
      const folded = word.trim().toLowerCase()
      if (folded !== '') insert(root, folded, userId)
    }
  }
  return { find: (text) => find(root, text.toLowerCase()) }
}

function insert(root: Node, word: string, userId: number): void {
  let node = root
  for (const character of word) {
    let next = node.next.get(character)
    if (next === undefined) {
      next = { next: new Map(), userIds: [] }
      node.next.set(character, next)
    }
    node = next
  }
  node.userIds.push(userId)
}

function find(root: Node, text: string): number[] {
  const found = new Set<number>()
  const characters = [...text]
  for (let start = 0; start < characters.length; start++) {
    if (start > 0 && !before.has(characters[start - 1]!)) continue
    let node: Node | undefined = root
    for (let end = start; node !== undefined; end++) {
      if (node.userIds.length > 0 && (end === characters.length || after.has(characters[end]!))) {
        for (const userId of node.userIds) found.add(userId)
      }
      node = end < characters.length ? node.next.get(characters[end]!) : undefined
    }
  }
  return [...found].toSorted((a, b) => a - b)
}
