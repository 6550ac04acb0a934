type Edit = readonly [kind: 'same' | 'inserted' | 'deleted', part: string]

/** Splits HTML into tags, words and single characters. */
const partsOf = (html: string) => html.match(/<[^>]*>|&[^;\s]+;|[\p{L}\p{N}_]+|\s+|[^\s]/gu) ?? []

// With more comparisons than this, the whole middle is shown as replaced.
const mostComparisons = 4_000_000

/** Shows a new version of a message's HTML with insertions marked and deletions beside them. */
export function highlightDifference(before: string, after: string): string {
  const edits = difference(partsOf(before), partsOf(after))
  let html = ''
  for (let index = 0; index < edits.length;) {
    const kind = edits[index]?.[0]
    let text = ''
    while (index < edits.length && edits[index]?.[0] === kind) {
      const part = edits[index++]?.[1] ?? ''
      // Old tags are dropped; new tags stay unmarked, because they are not text.
      if (kind === 'same' || kind === undefined) html += part
      else if (!part.startsWith('<')) text += part
      else if (kind === 'inserted') {
        html += marked(kind, text) + part
        text = ''
      }
    }
    if (kind === 'inserted' || kind === 'deleted') html += marked(kind, text)
  }
  return `<div>${html}</div>`
}

const marked = (kind: 'inserted' | 'deleted', text: string) =>
  text === '' ? '' : `<span class="highlight_text_${kind}">${text}</span>`

/** Keeps the longest common sequence of parts; everything between was replaced. */
function difference(before: readonly string[], after: readonly string[]): Edit[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++
  const old = before.slice(start, before.length - end)
  const fresh = after.slice(start, after.length - end)
  return [
    ...before.slice(0, start).map((part): Edit => ['same', part]),
    ...middle(old, fresh),
    ...before.slice(before.length - end).map((part): Edit => ['same', part]),
  ]
}

function middle(old: readonly string[], fresh: readonly string[]): Edit[] {
  const width = fresh.length + 1
  if (old.length * fresh.length > mostComparisons)
    return [...old.map((part): Edit => ['deleted', part]), ...fresh.map((part): Edit => ['inserted', part])]
  // lengths[i * width + j]: length of the longest common sequence after old[i] and fresh[j].
  const lengths = new Uint32Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = fresh.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        old[i] === fresh[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0)
  const edits: Edit[] = []
  let i = 0
  let j = 0
  while (i < old.length || j < fresh.length) {
    const [a, b] = [old[i], fresh[j]]
    if (a !== undefined && a === b) {
      edits.push(['same', a])
      i++
      j++
    } else if (
      a !== undefined &&
      (b === undefined || (lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0))
    ) {
      edits.push(['deleted', a])
      i++
    } else if (b !== undefined) {
      edits.push(['inserted', b])
      j++
    }
  }
  return edits
}
