import { webClient } from '@tagma/web/serving/serve.ts'
import type { WebClient } from '#ports/web-client.ts'

/** The client of `apps/web`; with a file, the client that was built into it. */
export const builtWebClient = (file: string | undefined): WebClient => webClient(file)
