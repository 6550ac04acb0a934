/**
 * Fills in `code` in an RFC 6570 template of a playground. Only the operators that such templates use with one variable are
 * known: `{code}`, `{+code}`, `{#code}`, `{?code}`, `{&code}`. Returns undefined where the result is no web address.
 */
export function playgroundAddress(template: string, code: string): string | undefined {
  const address = template.replaceAll(/\{([+#?&/]?)code\*?\}/g, (_, operator: string) => {
    const strict = encodeURIComponent(code)
    switch (operator) {
      case '?':
        return `?code=${strict}`
      case '&':
        return `&code=${strict}`
      case '+':
        return encodeURI(code)
      case '#':
        return `#${encodeURI(code)}`
      case '/':
        return `/${strict}`
      default:
        return strict
    }
  })
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) ? address : undefined
}
