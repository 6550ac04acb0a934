import { dirname } from 'node:path'
import type { Sources } from '@tagma/serving/fingerprint.ts'

/** The folder of this workspace. */
export const siteFolder = dirname(dirname(import.meta.dirname))

/** The sources of a built site. */
export const siteSources: Sources = {
  folder: dirname(dirname(siteFolder)),
  paths: [
    ...[
      'content',
      'releases',
      'src',
      'pictures',
      'configuration.json',
      'last-modified.json',
      'package.json',
    ].map((name) => `apps/site/${name}`),
    ...['packages/contract/src', 'packages/serving/src', 'package-lock.json'],
  ],
}
