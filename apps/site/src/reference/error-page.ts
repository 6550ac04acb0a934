import type { Endpoint } from '@tagma/contract/define.ts'
import type { ErrorDefinition } from '@tagma/contract/errors.ts'
import type { Page } from '../build/page.ts'
import { errorSlug, withoutPeriod } from './words.ts'

/** Writes the documentation page of an error code. */
export function errorPage(
  code: string,
  { status, meaning, fields = {} }: ErrorDefinition,
  endpoints: readonly Endpoint[],
  lastmod: string,
  order: number,
): Page {
  const declaring = endpoints.flatMap((endpoint) =>
    (endpoint.errors ?? []).filter((error) => error.code === code).map((error) => ({ endpoint, error })),
  )
  const example = {
    result: 'error',
    msg: `${withoutPeriod(meaning.split(/[;.]/)[0] ?? '')}.`,
    code,
    ...Object.fromEntries(Object.keys(fields).map((name) => [name, '…'])),
  }
  return {
    slug: errorSlug(code),
    title: `Error: ${code}`,
    label: code,
    description: `What the error code ${code} (HTTP ${status}) means, when the server answers it and what to do.`,
    section: 'Error codes',
    order,
    lastmod,
    body: [
      meaning,
      `It comes with HTTP status **${status}**:`,
      `\`\`\`json\n${JSON.stringify(example, undefined, 2)}\n\`\`\``,
      'Programs should decide by `code`, and show `msg` to people: its wording may change.',
      Object.keys(fields).length === 0
        ? ''
        : `## Fields\n\nBeside \`result\`, \`msg\` and \`code\`:\n\n${Object.entries(fields)
            .map(([name, doc]) => `- \`${name}\` ${doc}`)
            .join('\n')}`,
      declaring.length === 0
        ? '## Where\n\nEvery endpoint can answer it; none declares it as its own.'
        : `## Where\n\n${declaring
            .map(
              ({ endpoint, error }) =>
                `- [${endpoint.method} ${endpoint.path}](${endpoint.id}) ${error.when}`,
            )
            .join('\n')}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
  }
}

/** Writes the page that lists all error codes. */
export function errorsPage(
  codes: Readonly<Record<string, ErrorDefinition>>,
  endpoints: readonly Endpoint[],
  lastmod: string,
): Page {
  const declared = new Set(
    endpoints.flatMap(({ errors = [] }) => errors.map((error) => error.code as string)),
  )
  const rows = (isDeclared: boolean) =>
    Object.entries(codes)
      .filter(([code]) => declared.has(code) === isDeclared)
      .map(
        ([code, { status, meaning }]) =>
          `| [\`${code}\`](${errorSlug(code)}) | ${status} | ${meaning.replaceAll('|', '\\|')} |`,
      )
      .join('\n')
  const table = (isDeclared: boolean) => `| Code | HTTP | Meaning |\n|---|---|---|\n${rows(isDeclared)}`
  return {
    slug: 'errors',
    title: 'All error codes',
    description:
      'Every error code that an answer of the server can carry, with its HTTP status and its meaning.',
    section: 'Reference',
    order: 4,
    lastmod,
    body: `An answer that is no success has \`result\`: \`error\`, a \`code\` for programs and a \`msg\` for people.\n\n## Errors of every endpoint\n\nThese need not be declared by an endpoint: they concern the request itself, the account or the server.\n\n${table(false)}\n\n## Errors that endpoints declare\n\nThe page of an endpoint says when it answers them.\n\n${table(true)}`,
  }
}
