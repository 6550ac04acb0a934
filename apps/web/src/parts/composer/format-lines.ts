import { type Edit, linesOf, replacing, type Written } from './format.ts'

/** Puts the selected lines, or the line with the cursor, into a fenced block such as a spoiler. */
export function fence({ text, start, end }: Written, word: string): Edit {
  const { from, to } = linesOf({ text, start, end })
  const lines = text.slice(from, to)
  const opening = `\`\`\`${word}\n`
  return {
    from,
    to,
    insert: `${opening}${lines}\n\`\`\``,
    start: from + opening.length,
    end: from + opening.length + lines.length,
  }
}

/** Begins each selected line with `> `, `* ` or a number, or takes these away if every line has one. */
export function toggleLines(written: Written, kind: 'quote' | 'bullets' | 'numbers'): Edit {
  const { from, to } = linesOf(written)
  const lines = written.text.slice(from, to).split('\n')
  const pattern = { quote: /^> ?/, bullets: /^[*+-] /, numbers: /^\d+\. / }[kind]
  const isSet = lines.every((line) => pattern.test(line))
  const marked = lines.map((line, index) => {
    if (isSet) return line.replace(pattern, '')
    if (kind === 'quote') return `> ${line}`
    const bare = line.replace(/^([*+-]|\d+\.) /, '')
    return kind === 'bullets' ? `* ${bare}` : `${index + 1}. ${bare}`
  })
  const edit = replacing(from, to, marked.join('\n'))
  // Without a selection one goes on writing at the end.
  return written.start === written.end ? { ...edit, start: edit.end } : edit
}
