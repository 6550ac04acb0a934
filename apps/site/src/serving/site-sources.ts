import { dirname } from 'node:path'
import type { Sources } from '@tagma/serving/fingerprint.ts'

/** The folder of this workspace. */
export const siteFolder = dirname(dirname(import.meta.dirname))

/** The sources of a built site. */
export const siteSources: Sources = {
  folder: dirname(dirname(siteFolder)),
  patterns: [
    'apps/site/{content,releases,src,pictures}/**',
    'apps/site/*.json',
    'packages/{contract,serving}/src/**',
    'package-lock.json',
  ],
}
