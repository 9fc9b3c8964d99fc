import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'

/** Parts of this size are held in memory, one at a time; stores take no smaller ones but for the last. */
const PART_BYTES = 8 * 1024 * 1024

type Target = { Bucket: string; Key: string }

/** What fits into one part is put at once; more than that becomes visible when the last part has come. */
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
  let held: Buffer[] = []
  let size = 0
  for await (const piece of bytes) {
    const buffer = Buffer.from(piece)
    held.push(buffer)
    size += buffer.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
  return undefined
}
