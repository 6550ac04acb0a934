/** Turns Jira's mark-up into Markdown. */
export function jiraMarkdown(text: string): string {
  return text
    .slice(0, 20_000)
    .split(/(\{code[^}]*\}[^]*?\{code\}|\{noformat\}[^]*?\{noformat\}|\{\{[^}\n]*\}\})/)
    .map((part, index) => (index % 2 === 1 ? codeOf(part) : proseOf(part)))
    .join('')
}

function codeOf(part: string): string {
  const inline = /^\{\{([^]*)\}\}$/.exec(part)?.[1]
  if (inline !== undefined) return `\`${inline}\``
  const block = /^\{(code|noformat)(?::([a-z+#]+))?[^}]*\}([^]*)\{\1\}$/i.exec(part)
  return `\`\`\`${block?.[2] ?? ''}\n${(block?.[3] ?? '').replace(/^\n|\n$/g, '')}\n\`\`\``
}

const proseOf = (text: string): string =>
  text
    .replaceAll(/\[~(?:accountid:)?([^\]\n]+)\]/g, '**$1**')
    .replaceAll(/\[([^\]|\n]+)\|([^\]|\n]+)(?:\|[^\]\n]*)?\]/g, '[$1]($2)')
    .replaceAll(/\[([a-z]+:\/\/[^\]|\s]+)\]/g, '$1')
    .replaceAll(/(^|[^\p{L}\p{N}*])\*(?![\s*])([^*\n]*[^\s*])\*(?![\p{L}\p{N}*])/gmu, '$1**$2**')
