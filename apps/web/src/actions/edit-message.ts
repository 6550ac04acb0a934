import { ApiError } from '@tagma/client/api-error.ts'
import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'

/** Returns the Markdown of a message. */
export async function sourceOf({ client }: App, id: number): Promise<string> {
  const { message } = await client.call(wire.getMessage, {
    message_id: id,
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  return message.content
}

/** How saving an edit ended. `changed`: somebody else had edited it meanwhile; their text is given. */
export type Saved = { readonly kind: 'saved' } | { readonly kind: 'changed'; readonly theirs: string }

/**
 * Saves an edit of a message, if its text is still `before`. Rejects with the server's error where it may not be edited.
 */
export async function saveEdit(
  app: App,
  id: number,
  text: { before: string; after: string },
): Promise<Saved> {
  const hash = await sha256(text.before)
  // Pages without a secure context cannot hash: there the text is compared here, shortly before it is saved.
  const theirs = hash === undefined ? await sourceOf(app, id) : text.before
  if (theirs !== text.before) return { kind: 'changed', theirs }
  try {
    await app.client.call(wire.updateMessage, {
      message_id: id,
      content: text.after,
      ...(hash === undefined ? {} : { prev_content_sha256: hash }),
    })
    return { kind: 'saved' }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'EXPECTATION_MISMATCH') throw error
    return { kind: 'changed', theirs: await sourceOf(app, id) }
  }
}

/** Returns the SHA-256 of a text in hexadecimal; undefined where the browser does not hash. */
async function sha256(text: string): Promise<string | undefined> {
  if (!isSecureContext) return undefined
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
