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
