import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '../build/page.ts'

interface Variable {
  readonly name: string
  readonly meaning: string
  readonly initial: string
  readonly isSecret?: boolean
}

/** Writes the page of the settings from the server's declarations (`npm run golden` saves them as JSON). */
export function configurationPage(folder: string, lastmod: string): Page {
  const variables = JSON.parse(readFileSync(join(folder, 'configuration.json'), 'utf8')) as Variable[]
  const sections = variables.map(
    ({ name, meaning, initial, isSecret }) =>
      `## ${name}\n\n${meaning}\n\n${initial === '' ? 'Not set by default.' : `Default: \`${initial}\`.`}${isSecret ? ' A secret: `tagma config` does not print it.' : ''}`,
  )
  return {
    slug: 'configuration',
    title: 'Configuration',
    description:
      'Every setting of the server, with its meaning and its default: environment variables, nothing else.',
    section: 'Run a server',
    order: 2,
    lastmod,
    body: `Tagma is configured by environment variables and needs none of them to start. A name that begins with \`TAGMA_\` and is no setting stops the server with a message, so a typing error is not overlooked. This prints what is in force:

\`\`\`sh
npm run tagma -- config
\`\`\`

A service manager is the usual place to set them; in a shell, put them before the command:

\`\`\`sh
TAGMA_PORT=8080 TAGMA_DATA_DIR=/var/lib/tagma npm start
\`\`\`

Every setting that is called a secret below can also be the content of a file, as Docker, Kubernetes and systemd hand secrets over: add \`_FILE\` to its name and give the path. Blanks and line ends around the secret do not count. The server does not start if the file cannot be read or is empty, or if the setting is there in both forms.

\`\`\`sh
DATABASE_URL_FILE=/run/secrets/database npm start
\`\`\`

What people choose inside the organization, such as its name or who may create channels, is kept in the database and changed over the API.

${sections.join('\n\n')}`,
  }
}
