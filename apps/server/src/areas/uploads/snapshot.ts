import type { Snapshot } from '#call/snapshot.ts'
import { thumbnailFormats } from './thumbnails.ts'

/** The uploads' part of the registration response. */
export const uploadSnapshot: Snapshot = async ({ services, wants }) =>
  wants('realm')
    ? {
        max_file_upload_size_mib: services.config.maxUploadMib,
        realm_upload_quota_mib: services.config.uploadQuotaMib ?? null,
        server_thumbnail_formats: [...thumbnailFormats],
      }
    : {}
