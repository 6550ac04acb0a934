import { useCallback } from 'preact/hooks'
import { showFailure } from '#actions/show-toast.ts'
import { type Upload, uploadKey, type UploadPlace } from '#outbox/uploads.ts'
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
  const isBusy = uploads.some(({ reason, isMessage }) => reason === undefined && !isMessage)
  return { add, waitsFor: isBusy ? t('upload.waits') : undefined }
}
