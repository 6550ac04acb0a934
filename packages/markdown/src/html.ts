const bareAmpersand = /&(?!(?:#[0-9]+|#x[0-9a-f]+|[0-9a-z]+);)/gi

/** Escapes text between tags. Character references of the author (`&copy;`) stay references, as the dialect demands. */
export function escapeText(text: string): string {
  let escaped = text
  if (escaped.includes('&')) escaped = escaped.replace(bareAmpersand, '&amp;')
  if (escaped.includes('<')) escaped = escaped.replaceAll('<', '&lt;')
  if (escaped.includes('>')) escaped = escaped.replaceAll('>', '&gt;')
  return escaped
}

/** Escapes text between tags so that it is shown exactly as given, references included. */
export function escapeLiteral(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Escapes the contents of a code block like Pygments: quotes too. */
export function escapeCode(text: string): string {
  return escapeLiteral(text).replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}

/** Escapes the value of an attribute in double quotes. */
export function escapeAttribute(value: string): string {
  return escapeText(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')
}
