import { CircleAlert, Download, File as FileIcon, Mic, RotateCw, X } from 'lucide'
import { saveFile } from '#actions/save-file.ts'
import { showToast } from '#actions/show-toast.ts'
import { type Upload, uploadKey, type UploadPlace } from '#outbox/uploads.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

const none: readonly Upload[] = []

/** The files of a text that are on their way, or were refused. */
export function UploadList({ to }: { readonly to: UploadPlace }) {
  const uploads = useKnown((known) => known.uploads.get(uploadKey(to)) ?? none)
  if (uploads.length === 0) return null
  return (
    <ul class="uploads" aria-label={t('upload.files')}>
      {uploads.map((upload) => (
        <UploadChip key={upload.id} to={to} upload={upload} />
      ))}
    </ul>
  )
}

interface UploadChipProps {
  readonly to: UploadPlace
  readonly upload: Upload
}

function UploadChip({ to, upload }: UploadChipProps) {
  const app = useApp()
  const { uploads } = app.writing
  const { id, name, size, sent, picture, reason, isMessage } = upload
  const cancel = () => {
    const file = uploads.fileOf(id)
    uploads.cancel(to, id)
    // A recording is nowhere else.
    if (file && isMessage && (to.kind === 'topic' || to.kind === 'people'))
      showToast(app, {
        name: 'recording',
        kind: 'status',
        text: t('upload.thrown-away', { name }),
        undo: () => uploads.addMessage(to, file),
      })
  }
  const label = t(reason === undefined ? 'upload.cancel' : 'upload.remove', { name })
  return (
    <li class={reason === undefined ? 'upload' : 'upload upload-refused'}>
      {picture === undefined ? (
        <Icon of={reason === undefined ? (isMessage ? Mic : FileIcon) : CircleAlert} />
      ) : (
        <img src={picture} alt="" />
      )}
      <span class="upload-text">
        <span class="upload-name" dir="auto">
          {name}
        </span>
        {reason === undefined ? (
          <progress aria-label={name} max={size} value={sent > 0 ? sent : undefined} />
        ) : (
          <span role="alert">{reason}</span>
        )}
      </span>
      {reason !== undefined && (
        <IconButton
          icon={RotateCw}
          size={1}
          label={t('upload.again', { name })}
          onClick={() => uploads.retry(id)}
        />
      )}
      {reason !== undefined && isMessage && (
        <IconButton
          icon={Download}
          size={1}
          label={t('upload.save', { name })}
          onClick={() => saveFile(uploads.fileOf(id))}
        />
      )}
      <IconButton icon={X} size={1} label={label} onClick={cancel} />
    </li>
  )
}
