import { limits } from '@tagma/contract/limits.ts'
import { useState } from 'preact/hooks'
import { editSnippet } from '#actions/keep-snippet.ts'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { TextField } from '#parts/text-field/text-field.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import type { Snippet } from './snippets.tsx'

interface EditSnippetProps {
  readonly snippet: Snippet
  readonly onClose: () => void
}

/** Changes the name and the text of a snippet. If the server refuses, the dialog says why, and what was typed stays. */
export function EditSnippet({ snippet, onClose }: EditSnippetProps) {
  const app = useApp()
  const most = useKnown(({ state }) => state?.max_message_length ?? limits.maxMessageLength)
  const [title, setTitle] = useState(snippet.title)
  const [content, setContent] = useState(snippet.content)
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const isEmpty = title.trim() === '' || content.trim() === ''
  const save = async () => {
    if (isEmpty || isSaving) return
    setSaving(true)
    const found = await editSnippet(app, snippet, { title: title.trim(), content })
    setSaving(false)
    if (found === undefined) onClose()
    else setProblem(found)
  }
  return (
    <Dialog
      title={t('snippet.edit-title')}
      onClose={onClose}
      onSubmit={() => void save()}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" class="button button-main" disabled={isEmpty || isSaving}>
            {t('snippet.save')}
          </button>
        </>
      }
    >
      <div class="form">
        <TextField
          label={t('snippet.name')}
          most={limits.maxSavedSnippetTitleLength}
          value={title}
          onText={setTitle}
          takesFocus
        />
        <TextField label={t('snippet.text')} rows={8} most={most} value={content} onText={setContent} />
        {problem !== undefined && (
          <p class="form-error" role="alert">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  )
}
