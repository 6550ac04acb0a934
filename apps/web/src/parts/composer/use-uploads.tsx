import { CircleAlert, File as FileIcon, X } from 'lucide'
import { useCallback } from 'preact/hooks'
import { showFailure } from '#actions/show-toast.ts'
import { type Upload, uploadKey, type UploadPlace } from '#outbox/uploads.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

const mib = 1024 * 1024
const none: readonly Upload[] = []

/** Sends files for a text. Returns a function that takes files, and the reason why sending has to wait, if it has. */
export function useUploads(to: UploadPlace) {
  const app = useApp()
  const key = uploadKey(to)
  const uploads = useKnown((known) => known.uploads.get(key) ?? none)
  const add = useCallback(
    (files: readonly File[]) => {
      const limit = app.store.get().state?.max_file_upload_size_mib ?? 0
      const fitting = files.filter((file) => file.size <= limit * mib)
      for (const { name, size } of files)
        if (limit === 0) showFailure(app, 'upload', t('upload.off'))
        else if (size > limit * mib)
          showFailure(app, `upload ${name}`, t('upload.too-large', { name, limit }))
      if (fitting.length > 0) app.writing.uploads.add(to, fitting)
    },
    [app, key],
  )
  const isBusy = uploads.some(({ reason }) => reason === undefined)
  return { add, waitsFor: isBusy ? t('upload.waits') : undefined }
}

/** The files of a text that are on their way, or were refused. */
export function UploadList({ to }: { readonly to: UploadPlace }) {
  const { writing } = useApp()
  const uploads = useKnown((known) => known.uploads.get(uploadKey(to)) ?? none)
  if (uploads.length === 0) return null
  return (
    <ul class="uploads" aria-label={t('upload.files')}>
      {uploads.map((upload) => (
        <UploadChip key={upload.id} upload={upload} onCancel={() => writing.uploads.cancel(to, upload.id)} />
      ))}
    </ul>
  )
}

function UploadChip({ upload, onCancel }: { readonly upload: Upload; readonly onCancel: () => void }) {
  const { name, size, sent, picture, reason } = upload
  const label = t(reason === undefined ? 'upload.cancel' : 'upload.remove', { name })
  return (
    <li class={reason === undefined ? 'upload' : 'upload upload-refused'}>
      {picture === undefined ? (
        <Icon of={reason === undefined ? FileIcon : CircleAlert} />
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
      <IconButton icon={X} size={1} label={label} onClick={onCancel} />
    </li>
  )
}
