import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { UPLOAD } from './limits.ts'
import { permission } from './permissions.ts'
import { messages } from './messages.ts'

export const presignedUrl = endpoint({
  method: 'GET',
  path: '/s3/presigned-url',
  access: 'member',
  may: permission('picture.upload', 'member'),
  scope: 'events.write',
  errors: ['invalid_file_type', 'too_many_unused_pictures', 'storage_unavailable'],
  // It opens a way to write.
  whileSuspended: false,
  summary: 'An address to which one picture can be uploaded with PUT',
  query: z.object({
    fileName: z.string({ error: 'is required' }).min(1, 'is required').max(255, 'must have at most 255 characters'),
    fileType: z.enum(UPLOAD.types, { error: messages.invalidFileType }),
    folder: z.enum(['events'], { error: 'must be events' }).default('events'),
    /** Bytes; signed, so that an S3 upload cannot be larger than announced. */
    fileSize: z.coerce.number().int().min(1).max(UPLOAD.maxBytes, messages.fileTooLarge).optional(),
  }),
  reply: z.object({ uploadUrl: z.string().min(1), key: z.string().min(1) }),
})

export const deleteFile = endpoint({
  method: 'DELETE',
  path: '/s3/delete-file',
  access: 'member',
  may: 'picture.delete',
  scope: 'events.write',
  errors: ['picture_in_use', 'storage_unavailable'],
  summary: 'Delete a picture you have uploaded',
  query: z.object({
    key: z.string({ error: 'is required' }).regex(/^events\/[A-Za-z0-9][A-Za-z0-9._-]{0,200}$/, 'must be a file key'),
  }),
  reply: z.object({ message: z.string() }),
})

/** By the names that api.ts and the client use. */
export const calls = { presignedUrl, deleteFile }
