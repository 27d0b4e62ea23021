import { onTestFinished } from 'vitest';

interface HappyWindow {
  happyDOM: { setViewport: (size: { width: number }) => void };
}

/** Resizes the window to a phone's or desktop's width until the test is over. */
export function resizeWindow(width: number): void {
  const { happyDOM } = window as unknown as HappyWindow;
  const { innerWidth: before } = window;
  happyDOM.setViewport({ width });
  onTestFinished(() => happyDOM.setViewport({ width: before }));
}
