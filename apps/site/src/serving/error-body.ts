import type { Form } from '@tagma/serving/negotiate.ts'

export interface SiteError {
  readonly status: number
  /** Machine-readable, such as `not_found`. */
  readonly code: string
  readonly message: string
  readonly hint: string
}

/** Shortens a path for an error: one line that cannot close a code span. */
const shown = (path: string) => path.replaceAll(/[^\x21-\x7e]|[`<>]/g, '?').slice(0, 200)

/** The body of an error as Markdown or JSON: status, code, message, the path asked for, and where to go on. */
export function errorBody(
  error: SiteError,
  form: Exclude<Form, 'html'>,
  path: string,
  origin: string,
): string {
  const { status, code, message, hint } = error
  const documentation = `${origin}/llms.txt`
  if (form === 'json') {
    return `${JSON.stringify({ error: { status, code, message, path: shown(path), hint, documentation } })}\n`
  }
  return `# ${message}

The path \`${shown(path)}\` was answered with status ${status} (\`${code}\`).

${hint}

- [List of all pages, for programs](${documentation})
- [Documentation](${origin}/tag/introduction)
- [Home](${origin}/)
`
}
