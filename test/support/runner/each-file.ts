import { afterAll } from 'vitest';
import { removeTestFolders } from './file-folders.ts';

// What the runner does for each file of tests, after its own hooks
afterAll(removeTestFolders);
