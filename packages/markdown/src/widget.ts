/** The first submessage of a message that is a poll or a to-do list, as clients expect it. */
export type Widget =
  | {
      readonly widget_type: 'poll'
      readonly extra_data: { readonly question: string; readonly options: string[] }
    }
  | {
      readonly widget_type: 'todo'
      readonly extra_data: {
        readonly task_list_title: string
        readonly tasks: { readonly task: string; readonly desc: string }[]
      }
    }

const command = /^\/(poll|todo)(?:[ \t]+([^\n]*))?(?:\n|$)/

/** Parses `/poll Question` and `/todo Title`, with options or `task: description` on the following lines. */
export function parseWidget(text: string): Widget | null {
  const content = text.trim()
  const match = command.exec(content)
  if (match === null) return null
  const title = (match[2] ?? '').trim()
  const lines = content
    .slice(match[0].length)
    .split('\n')
    .map(withoutBullet)
    .filter((line) => line !== '')
  return match[1] === 'poll'
    ? { widget_type: 'poll', extra_data: { question: title, options: lines } }
    : { widget_type: 'todo', extra_data: { task_list_title: title, tasks: lines.map(parseTask) } }
}

function withoutBullet(line: string): string {
  return line
    .trim()
    .replace(/^(?:-|\*)(?=\s|$)/, '')
    .trim()
}

function parseTask(line: string): { task: string; desc: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { task: line, desc: '' }
  return { task: line.slice(0, colon).trim(), desc: line.slice(colon + 1).trim() }
}
