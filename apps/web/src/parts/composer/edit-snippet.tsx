import { limits } from '@tagma/contract/limits.ts'
import { useState } from 'preact/hooks'
import { editSnippet } from '#actions/keep-snippet.ts'
import { FormDialog } from '#parts/dialog/form-dialog.tsx'
import { TextField } from '#parts/text-field/text-field.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import type { Snippet } from './snippets.tsx'

interface EditSnippetProps {
  readonly snippet: Snippet
  readonly onClose: () => void
}

/** Changes the name and the text of a snippet. */
export function EditSnippet({ snippet, onClose }: EditSnippetProps) {
  const app = useApp()
  const most = useKnown(({ state }) => state?.max_message_length ?? limits.maxMessageLength)
  const [title, setTitle] = useState(snippet.title)
  const [content, setContent] = useState(snippet.content)
  return (
    <FormDialog
      title={t('snippet.edit-title')}
      action={t('snippet.save')}
      isDisabled={title.trim() === '' || content.trim() === ''}
      onClose={onClose}
      onSend={() => editSnippet(app, snippet, { title: title.trim(), content })}
    >
      <TextField
        label={t('snippet.name')}
        most={limits.maxSavedSnippetTitleLength}
        value={title}
        onText={setTitle}
        takesFocus
      />
      <TextField label={t('snippet.text')} rows={8} most={most} value={content} onText={setContent} />
    </FormDialog>
  )
}
