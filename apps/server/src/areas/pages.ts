// Made by `npm run golden` from the files beside it; do not edit.

import type { MakePage } from '#http/page.ts'
import { setupFormPage, setupSubmitPage } from '#areas/organization/setup-page.ts'

/** The pages and files that people's browsers and clients fetch outside the API. */
export const pages: readonly MakePage[] = [
  setupFormPage,
  setupSubmitPage,
]
