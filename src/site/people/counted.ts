/** How many there are of something, in words. The same on the server and in every browser. */
export function counted(many: number, one: string, several: string) {
  return `${many.toLocaleString('en')} ${many === 1 ? one : several}`
}
