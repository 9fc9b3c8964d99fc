export function isFormerHandle(ref: string, { id, handle }: { id: string; handle: string }) {
  return ref !== id && ref.toLowerCase() !== handle
}
