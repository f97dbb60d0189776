@tool
extends EditorPlugin
