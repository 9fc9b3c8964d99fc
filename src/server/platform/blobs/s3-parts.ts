import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'

/** One part at a time is held in memory. S3 requires at least 5 MB for all parts but the last. */
const PART_BYTES = 8 * 1024 * 1024

type Target = { Bucket: string; Key: string }

/** Uploads small objects with one PUT, larger ones as a multipart upload, which becomes visible when it completes. */
export async function uploadInParts(client: S3Client, target: Target, bytes: Readable) {
  const parts = inParts(bytes)
  const first = await parts.next()
  const second = first.done ? first : await parts.next()
  if (second.done) {
    await client.send(new PutObjectCommand({ ...target, Body: first.done ? Buffer.alloc(0) : first.value }))
    return
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    const send = async (Body: Buffer) => {
      const PartNumber = Parts.length + 1
      const { ETag } = await client.send(new UploadPartCommand({ ...target, UploadId, PartNumber, Body }))
      Parts.push({ PartNumber, ETag })
    }
    if (!first.done) await send(first.value)
    await send(second.value)
    for await (const part of parts) await send(part)
    await client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }))
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId }))
    throw error
  }
}

async function* inParts(bytes: Readable): AsyncGenerator<Buffer, undefined> {
  let buffered: Buffer[] = []
  let size = 0
  for await (const piece of bytes) {
    const buffer = Buffer.from(piece)
    buffered.push(buffer)
    size += buffer.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(buffered)
    buffered = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(buffered)
  return undefined
}
