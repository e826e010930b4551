/** Saves bytes as a file on the person's computer. */
export function saveFile(name: string, content: Blob): Promise<void> {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after the click. It has begun when the next frame is drawn.
  return new Promise((resolve) => {
    setTimeout(() => {
      URL.revokeObjectURL(address);
      resolve();
    }, 1_000);
  });
}
