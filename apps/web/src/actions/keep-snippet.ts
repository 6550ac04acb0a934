import * as wire from '@tagma/contract/wire.ts'
import type { App } from '#state/use-app.ts'
import { t } from '#words/words.ts'
import { showError } from './show-error.ts'
import { showToast } from './show-toast.ts'

/** Keeps a text as a snippet. Resolves with whether it is kept; a refusal is told. */
export async function createSnippet(app: App, title: string, content: string): Promise<boolean> {
  try {
    await app.client.call(wire.createSavedSnippet, { title, content })
    return true
  } catch (error) {
    showError(app, error)
    return false
  }
}

interface SnippetTexts {
  readonly title: string
  readonly content: string
}

/** Changes the name and the text of a snippet, with *Undo*. Rejects with the server's error. */
export async function editSnippet(
  app: App,
  { id, ...before }: SnippetTexts & { readonly id: number },
  { title, content }: SnippetTexts,
): Promise<void> {
  const call = (texts: SnippetTexts) =>
    app.client.call(wire.editSavedSnippet, {
      saved_snippet_id: id,
      title: texts.title,
      content: texts.content,
    })
  if (title === before.title && content === before.content) return
  await call({ title, content })
  showToast(app, {
    name: 'snippet',
    kind: 'status',
    text: t('snippet.changed', { title }),
    undo: () => void call(before).catch((error: unknown) => showError(app, error)),
  })
}

/** Deletes a snippet. It can be brought back for a moment. */
export async function deleteSnippet(app: App, id: number): Promise<void> {
  const snippet = app.store.get().state?.saved_snippets?.find((kept) => kept.id === id)
  try {
    await app.client.call(wire.deleteSavedSnippet, { saved_snippet_id: id })
    if (snippet)
      showToast(app, {
        name: 'snippet',
        kind: 'status',
        text: t('snippet.deleted', { title: snippet.title }),
        undo: () => void createSnippet(app, snippet.title, snippet.content),
      })
  } catch (error) {
    showError(app, error)
  }
}
